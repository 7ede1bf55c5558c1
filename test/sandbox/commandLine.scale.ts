import { rawRequest } from '../support/rawRequest.mts';
import { runSandbox } from './support/programs.mts';

it('npm run sandbox listens where it is told, with the key, the seed and the latency it is given', async () => {
	const program = await runSandbox('--port', '0', '--key', 'k-1', '--seed', '7', '--latency', '3');
	const { url, printed } = program;
	expect(printed).toContain('Bearer k-1');
	expect(printed).toMatch(/Seed +7\n/);
	const list = (key: string) => fetch(`${url}/v1/messaging/phone_numbers`, { headers: { authorization: `Bearer ${key}` } });
	expect((await list('k-1')).status).toBe(200);
	expect((await list('sandbox-key')).status).toBe(401);
	expect(await (await fetch(`${url}/_sandbox/settings`)).json()).toMatchObject({ latency_ms: 3 });
	expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
	const taken = await runSandbox('--port', new URL(url).port);
	expect(taken.printed).toContain('EADDRINUSE');
	expect(await taken.end()).toBe(2);
	expect(await program.end()).toBe(0);
});

it('plays the service that it is told, with a test key that it prints', async () => {
	const program = await runSandbox('--port', '0', '--service', 'whatsapp', '--key', 'k-2');
	expect(program.printed).toMatch(/Test key k-2-test /);
	expect(program.printed).not.toContain('openapi.json');
	const list = (key: string) => fetch(`${program.url}/v1/whatsapp/phone_numbers`, { headers: { authorization: `Bearer ${key}` } });
	expect([(await list('k-2')).status, (await list('k-2-test')).status, (await list('k-2-tes')).status]).toEqual([200, 200, 401]);
	expect(await program.end()).toBe(0);
});

it('answers to the further names that it is given, and to no others, and ends at Ctrl+C', async () => {
	const program = await runSandbox('--port', '0', '--allow-host', 'sandbox.example', '--allow-host', 'host.docker.internal:4010');
	const status = async (host: string) => (await rawRequest(`${program.url}/`, { headers: { host } })).status;
	expect(await status('sandbox.example')).toBe(200);
	expect(await status('host.docker.internal:4010')).toBe(200);
	expect(await status('host.docker.internal')).toBe(421);
	expect(await program.end('SIGINT')).toBe(0);
});

it.each([
	['an unknown option', ['--prot', '1'], 2, /--prot/],
	['a port that is none', ['--port', 'x'], 2, /--port takes a whole number, not "x"/],
	['a service that is none', ['--service', 'other'], 2, /--service takes document or whatsapp, not "other"/],
	['a word', ['now'], 2, /now/],
	['a call for help', ['--help'], 0, /^npm run sandbox/],
])('%s is answered with how it is used', async (_what, options, code, says) => {
	const program = await runSandbox(...options);
	expect(await program.end()).toBe(code);
	expect(program.printed).toMatch(says);
	expect(program.printed).toContain('--latency N');
});
