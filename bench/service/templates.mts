/** What the list's first template is called; it has five placeholders in one language. */
export const measuredTemplate = { name: 'order_update', language: 'en_US' } as const;

const pageSize = 100;

/** One page of a list of so many templates, as the templates endpoint gives it. */
export function templatePage(url: URL, count: number): object {
	const from = Number(url.searchParams.get('after') ?? 0);
	const to = Math.min(count, from + pageSize);
	const data = Array.from({ length: to - from }, (_, index) => template(from + index));
	if (to === count) return { data };
	const next = new URL(url);
	next.searchParams.set('after', String(to));
	return { data, paging: { cursors: { after: String(to) }, next: next.href } };
}

function template(index: number): object {
	return {
		template_name: index === 0 ? measuredTemplate.name : `campaign_${String(index)}`,
		language_code: measuredTemplate.language,
		status: 'APPROVED',
		expected_variables: {
			header: [{ param_name: 'order_id', example: 'A-1001' }],
			body: [
				{ param_name: 'first_name', example: 'Ada' },
				{ param_name: 'status', example: 'on its way' },
				{ param_name: 'carrier', example: 'Example Post' },
				{ param_name: 'arrival', example: 'Monday' },
			],
		},
	};
}
