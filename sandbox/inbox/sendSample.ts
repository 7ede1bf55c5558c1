/** Sends a template through the API itself, as any client would. */
export async function sendSample(path: string, apiKey: string, sendingNumber: string): Promise<void> {
	await fetch(path, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			to: '+12015550123',
			phone_number_id: sendingNumber,
			template_name: 'spring_sale',
			language_code: 'en_US',
			variables: { body: { first_name: 'Ada', promo_code: 'SPRING20' } },
		}),
	});
}
