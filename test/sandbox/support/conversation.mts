import { ada, idOf, sender, type Client } from './sandbox.ts';

/** The address of a conversation within the inbox. */
export const hashOf = (contact: string): string => `#${encodeURIComponent(`${sender}:${contact}`)}`;

/** Sends a template in English. */
export const sendTemplate = async (client: Client, name: string, variables?: object, more: object = {}): Promise<string> =>
	idOf(
		await client.send('template', {
			template_name: name,
			language_code: 'en_US',
			...(variables === undefined ? {} : { variables }),
			...more,
		}),
	);

/** Fills a conversation with Ada with everything that can be drawn, and some others beside it. */
export async function fillInbox(client: Client): Promise<void> {
	const template = (name: string, variables?: object, more?: object) => sendTemplate(client, name, variables, more);
	await template('appointment_reminder', { body: { '1': 'Grace', '2': 'Tuesday at 10:30' } }, { to: '+447400123456' });
	await template('receipt', { body: { '1': 'Linus', '2': '€ 37.70' } }, { to: '+4915123456789' });
	const coded = await template('login_code', { body: { '1': '482913' } }, { to: '+34612345678' });
	await client.control(`/messages/${coded}/status`, { status: 'failed' });

	await template('order_update', { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'on its way' } });
	await template(
		'store_opening',
		{ body: { customer_name: 'Ada', opening_day: '1 December' } },
		{ location: { latitude: 37.442, longitude: -122.161, name: 'Cafe Example', address: '1 Example Ave' } },
	);
	const product = (sku: string) => ({ header: { product_retailer_id: sku } });
	await template('product_picks', { body: { '1': 'Ada' }, cards: { '1': product('tea-1'), '2': product('tea-2') } }, { catalog_id: 'autumn' });
	await template('delivery_feedback', { body: { first_name: 'Ada' }, buttons: { '2': 'A-1001' } });
	await client.control('/reply', { from: ada, text: 'Which teapot was it again?' });
	await client.send('media', { media_type: 'document', media_url: 'https://cdn.example.com/manual.pdf', filename: 'Teapot manual.pdf', caption: 'The manual' });
	await template('spring_sale', { body: { first_name: 'Ada', promo_code: 'SPRING20' } });
	const card = (sample: string, name: string, price: string) => ({
		media_url: `${client.sandbox.url}/_sandbox/samples/${sample}.svg`,
		body: { name, price },
		buttons: { '2': sample },
	});
	const last = await template('new_arrivals', {
		body: { first_name: 'Ada' },
		cards: {
			'1': card('teapot', 'Teapot Nara', '€ 24.00'),
			'2': card('cup', 'Cup Kyoto', '€ 9.50'),
			'3': card('leaves', 'Sencha, 100 g', '€ 7.80'),
		},
	});
	for (const status of ['sent', 'delivered']) await client.control(`/messages/${last}/status`, { status });
}
