import type { Socket } from 'node:net';

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';

/** The head of a compressed file and of a block of 60,000 bytes as they are. */
const gzipStart = Buffer.from('1f8b0800000000000003' + '0060ea9f15', 'hex').toString('latin1');

/** Answers that never end, each with its name. */
export const stallingAnswers: ReadonlyArray<readonly [string, (socket: Socket) => void]> = [
	['a body that drips', (socket) => drip(socket, `${ok}content-length: 100000\r\n\r\n{"success":true,"message_id":"`, 'm')],
	['a body that drips and has no end', (socket) => drip(socket, `${ok}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n')],
	['a compressed body that drips', (socket) => drip(socket, `${ok}content-encoding: gzip\r\ncontent-length: 60000\r\n\r\n${gzipStart}`, 'm')],
	['a header that drips', (socket) => drip(socket, `${ok}x-slow: `, 's')],
	['headers without an end', (socket) => drip(socket, ok, 'x-slow: s\r\n')],
	['one early hint after another', (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
	['a switch of protocols', (socket) => void socket.write(switching)],
	['a switch of protocols that drips', (socket) => drip(socket, switching, 'x')],
	['silence', () => {}],
];

/** Writes something every few milliseconds, as long as the connection is there. */
function drip(socket: Socket, atOnce: string, again: string): void {
	socket.write(atOnce, 'latin1');
	const timer = setInterval(() => socket.write(again, 'latin1'), 20);
	socket.once('close', () => clearInterval(timer));
}

/** Answers with a body that comes a byte at a time. */
export function answerSlowly(socket: Socket, body: string): void {
	socket.write(`${ok}content-length: ${body.length}\r\n\r\n`);
	let written = 0;
	const timer = setInterval(() => {
		socket.write(body.charAt(written++));
		if (written === body.length) clearInterval(timer);
	}, 5);
	socket.once('close', () => clearInterval(timer));
}
