import { type MessageKind, sendPathBelow } from '../../../nodes/Messaging/request/messageKinds';
import { at } from '../../../nodes/Messaging/text/json';
import type { Answer, Client } from './sandbox';
import { ada, sender } from './sandbox';

/* The service at /v1/whatsapp as a client sees it. */

export const sendPath = '/v1/whatsapp/send';

export const numbersPath = '/v1/whatsapp/phone_numbers';

export const testKey = { authorization: 'Bearer sandbox-test-key' };

/** What an error answer says: its status and its words, if it has the three fields of the form and no others. */
export function flatRefusalOf({ status, body }: Answer): readonly unknown[] {
	expect(body).toEqual({ message: expect.any(String), error: expect.any(String), statusCode: status });
	return [status, at(body, 'error'), at(body, 'message')];
}

/** Requests of this form. */
export function whatsappCalls(client: Client) {
	/** A send request to Ada from the first number unless the body says otherwise. */
	const send = async (kind: MessageKind, body: object, headers?: Record<string, string>) =>
		await client.call('POST', sendPathBelow(sendPath, kind), { to: ada, phone_number_id: sender, ...body }, headers);

	/** The templates of a number, by name and language. */
	async function templatesOf(phoneNumberId: string): Promise<ReadonlyMap<string, unknown>> {
		const { body } = await client.call('GET', `${numbersPath}/${phoneNumberId}/templates`);
		if (!Array.isArray(body)) throw new Error('no list');
		return new Map(body.map((one: unknown) => [`${String(at(one, 'name'))} ${String(at(one, 'language'))}`, one]));
	}

	return {
		send,
		/** Sends a template in English to Ada. */
		template: async (name: string, variables?: object, more?: object, headers?: Record<string, string>) =>
			await send('template', { template_name: name, language_code: 'en_US', variables, ...more }, headers),
		templatesOf,
		/** The ID of a template in English. */
		templateId: async (name: string, phoneNumberId = sender): Promise<string> =>
			String(at((await templatesOf(phoneNumberId)).get(`${name} en_US`), 'id')),
	};
}
