import { z, type ZodType, type ZodTypeDef } from 'zod';

export interface Owner {
	email: string;
	password: string;
}

/** n8n refused a request of its REST interface. */
export class N8nRefusal extends Error {
	readonly status: number;
	constructor(request: string, status: number, body: string) {
		super(`n8n answered ${request} with ${String(status)}: ${body.slice(0, 400)}`);
		this.name = 'N8nRefusal';
		this.status = status;
	}
}

/** A person signed in to n8n, as the editor's own requests see it. */
export class Session {
	/** The `Set-Cookie` lines that n8n signed in with, for a browser to have. */
	readonly setCookies: string[];
	readonly #url: string;
	readonly #cookie: string;

	private constructor(url: string, setCookies: string[]) {
		this.#url = url;
		this.setCookies = setCookies;
		this.#cookie = setCookies.map((line) => line.split(';')[0]).join('; ');
	}

	/** Makes the first person of a fresh instance, its owner, and signs in as them. */
	static async setUp(url: string, owner: Owner): Promise<Session> {
		return Session.#begin(url, '/rest/owner/setup', { ...owner, firstName: 'Sandbox', lastName: 'Owner' });
	}

	/** @throws {N8nRefusal} with status 401 when e-mail and password don't fit */
	static async signIn(url: string, { email, password }: Owner): Promise<Session> {
		return Session.#begin(url, '/rest/login', { emailOrLdapLoginId: email, password });
	}

	static async #begin(url: string, path: string, body: object): Promise<Session> {
		// No browser-id header here: n8n would then ask for it with every later request of this cookie.
		const answer = await fetch(url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await answer.text();
		if (!answer.ok) throw new N8nRefusal(`POST ${path}`, answer.status, text);
		return new Session(url, answer.headers.getSetCookie());
	}

	/**
	 * One request of n8n's REST interface.
	 * @param shape what is expected under `data` of the answer
	 * @throws {N8nRefusal} for every answer but 2xx
	 */
	async request<T>(
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		shape: ZodType<T, ZodTypeDef, unknown>,
		body?: object,
	): Promise<T> {
		const answer = await fetch(`${this.#url}/rest${path}`, {
			method,
			headers: { cookie: this.#cookie, 'content-type': 'application/json' },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new N8nRefusal(`${method} ${path}`, answer.status, text);
		return shape.parse(z.object({ data: z.unknown() }).parse(JSON.parse(text)).data);
	}
}
