import { readSendResponse } from '../../nodes/Messaging/request/sendResult';

/*
 * Responses with status 200 that say in other ways than the documented one what became of the message. One that was not
 * taken and counts as accepted is lost: with a Message Key no run sends it again.
 */

const outcomeOf = (body: object) => readSendResponse({ status: 200, headers: {}, text: JSON.stringify(body) }, '+12015550123', 0).outcome;

const failedWords = ['failed', 'FAILED', 'failure', 'error', 'rejected', 'invalid', 'undeliverable', 'blocked', 'refused', 'denied', 'canceled', 'expired', 'not sent', 'delivery-failed'];

/** What says that the message was not taken, by itself. */
const failed: readonly object[] = [
	// A known code beside words
	...[131026, '131026', 131047, 131050, 132015, 130429].map((code) => ({ code, message: 'No' })),
	{ code: 131026, title: 'No' },
	{ return_code: 131026 },
	...[400, '403', 404, 422, 429, 500].map((code) => ({ code, message: 'No' })),
	...['ERROR', 'FAILED', 'INVALID_RECIPIENT'].map((code) => ({ code, message: 'No' })),
	// A word for a failure, under each name for a status
	...failedWords.flatMap((word) => [{ status: word }, { state: word }]),
	...['failed', 'error', 'rejected'].flatMap((word) => [
		...[{ delivery_status: word }, { deliveryStatus: word }, { result: word }, { message_status: word }, { messageStatus: word }],
		...[{ outcome: word }, { type: word }, { send_status: word }, { message_state: word }, { statusText: word }],
	]),
	...['KO', 'NACK', 'bad request', 'not_found', 'timeout', 'insufficient_balance', 'quota_exceeded', 'internal server error', 'FAILED_TO_SEND'].map((status) => ({ status })),
	{ statusDescription: 'Rejected' },
	{ status_message: 'failed' },
	{ responseCode: 400 },
	{ resultCode: 'ERROR' },
	...['Failed.', 'error: no credit', 'FAIL', 'not ok', 'NOK', 'NACK', 'opted_out', 'unsubscribed', 'blacklisted', 'no_credit', 'insufficient_balance', 'unknown_recipient', 'not delivered', 'not_found', 'not_on_whatsapp', 'quota_exceeded', 'Bad Request', 'hard_bounce', 'skipped'].map((status) => ({ status })),
	{ status: false },
	{ result: false },
	// As the name of an object
	{ status: { groupId: 5, groupName: 'REJECTED', id: 8, name: 'REJECTED_PREFIX_MISSING', description: 'No' } },
	{ status: { groupName: 'UNDELIVERABLE' } },
	{ status: { name: 'REJECTED_NETWORK' } },
	{ state: { name: 'failed' } },
	{ status: { group_name: 'rejected' } },
	{ result: { status: 'failed' } },
	{ status: { code: 131026, message: 'No' } },
	{ status: { success: false } },
	// Words of an error
	...['errorMessage', 'error_message', 'ErrorMessage', 'errorText', 'error_description', 'errorReason', 'failureReason', 'failure_reason', 'rejection_reason', 'exception', 'fault', 'failure'].map((name) => ({ [name]: 'No such number' })),
	{ errorMessage: 'No such number', errorCode: 7 },
	...[null, ''].map((errorCode) => ({ errorMessage: 'No such number', errorCode })),
	{ isError: true },
	{ has_error: true },
	{ failed: true },
	{ rejected: ['+12015550123'] },
	{ accepted: 0, rejected: 1 },
	...[{ failed_count: 1, success_count: 0 }, { errorCount: 1 }, { failReason: 'No such number' }, { reject_reason: 'No such number' }],
	{ data: { type: 'message', attributes: { status: 'failed' } } },
	{ accepted: false },
	{ ok: 'false' },
	{ succeeded: false },
	{ isSuccess: false },
	// A status of HTTP
	...[400, '401', 404, 429, 500, 503].flatMap((code) => [{ statusCode: code }, { status_code: code }]),
	...[{ response_code: 400 }, { responseCode: '500' }, { httpStatusCode: 404 }, { status_code: 131026 }, { resultCode: 131026 }],
	...[{ code: -1, message: 'No' }, { status: -1 }, { result: -1 }],
	{ httpStatus: 422 },
	{ http_code: 400 },
	{ status: 422 },
	// What stands beside the ID, or above it
	{ contacts: [{ input: '+12015550123', status: 'invalid' }] },
	{ contacts: [{ input: '+12015550123', status: 'failed' }] },
	{ meta: { success: false } },
	{ meta: { code: 400, message: 'No' } },
	{ result: { error: 'No' } },
	{ data: { status: 'rejected' } },
	{ data: [{ status: 'failed' }] },
	{ results: [{ error: { message: 'No' } }] },
	{ data: { messages: [{ status: 'failed' }] } },
	{ message: { status: 'failed' } },
	{ response: { code: 131026, message: 'No' } },
];

/** What says nothing against the message. */
const good: readonly object[] = [
	{},
	...['accepted', 'queued', 'sent', 'pending', 'PENDING', 'submitted', 'scheduled', 'processing', 'enqueued', 'delivered', 'ok', 'success', 'failed_over', 'no_error', 0, '0', 1, 200, 201, 202].map((status) => ({ status })),
	...['accepted', 'sent', 'active'].flatMap((word) => [{ state: word }, { delivery_status: word }, { message_status: word }]),
	...['ok', 'OK', 'success', 0, 1, true, 'queued'].map((result) => ({ result })),
	...[0, '0', '000', 200, '200', 201, 202, 100, 1000, 4, 'OK', 'SUCCESS', 'accepted'].map((code) => ({ code, message: 'Message queued' })),
	...['Message queued', 'ok', 'No error', 'Will be sent, or rejected later'].map((message) => ({ message })),
	...['text', 'template', 'success', 'message'].map((type) => ({ type })),
	...[200, 201, '202', 0, 1].flatMap((code) => [{ statusCode: code }, { responseCode: code }]),
	...['Message accepted for delivery', 'Success', 'Rejections are reported later'].map((statusMessage) => ({ statusMessage })),
	...[null, '', 'none', 'Success', 'No error', 'OK'].map((errorMessage) => ({ errorMessage })),
	// Not every number of a service's own is a status of HTTP.
	...[{ statusCode: 1701 }, { statusCode: 1001 }, { status_code: 2000 }],
	...['OK', 'NONE', 200, '0'].map((errorCode) => ({ errorCode, errorMessage: 'Message sent' })),
	...['N/A', '-', 'none.', 'OK.', 'No errors found', 'nil'].map((error) => ({ error })),
	{ failed_count: 0, errorCount: '0', failReason: null, fail: 0, reject_reason: '' },
	{ queued: true, sent: false, delivered: false },
	...['throttled', 'error-free', 'not_yet_delivered', 'no_reply', 'notified'].map((status) => ({ status })),
	{ errorCode: '000', errorMessage: 'Done' },
	{ error_code: 0, error_message: 'Message submitted' },
	{ error: null, errors: [], failed: 0, rejected: [], accepted: 1 },
	{ accepted: ['+12015550123'], rejected: [] },
	{ isError: false, has_error: 'false', failure: null },
	{ status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: 'Message accepted' } },
	{ status: { code: 0, message: 'ok' } },
	{ contacts: [{ input: '+12015550123', wa_id: '12015550123', status: 'valid' }] },
	{ contacts: [{ input: '+12015550123', wa_id: '12015550123' }] },
	{ meta: { success: true, code: 200, message: 'OK' } },
	{ data: { status: 'queued' } },
	{ message: 'Message queued', status: 'success', code: 200 },
	{ template: { name: 't', status: 'REJECTED' }, warnings: ['No name'] },
	{ sandbox: true, status: 'simulated', note: 'Nothing was sent', to: '+12015550123', template: 'order_update' },
];

/** Sentences that are about the message, whatever field they stand in. */
const sayNo = [
	...['Failed to send', 'Failed to send.', 'failed to send message', 'Failed to send the message: no route', 'Failed to send message to +12015550123', 'Error: unable to send SMS', 'Could not send message', 'Cannot send your message: blocked'],
	...['Message not sent', 'Message was not delivered', 'The message could not be sent', 'SMS rejected', 'Message rejected: spam', 'Message failed', 'Sending failed', 'Request was rejected', 'Failed', 'REJECTED', 'Not sent', 'Error', 'Error sending message', 'Failed to deliver the message: no route'],
	...['Invalid recipient', 'Invalid phone number', 'Invalid number format', 'Recipient not found', 'Number is invalid', 'Template not found', 'Insufficient balance', 'Not enough credits', 'Unauthorized', 'Bad Request', 'Access denied', 'Too many requests'],
];

/** Texts that a service repeats of what it was given, or says of what it took. */
const sayNothing = [
	...['Failed to deliver your parcel, we come again tomorrow', 'Delivery failed: nobody was at home', 'Failed payment: update your card', 'Your message was not answered yet', 'We could not send your order, it is back', 'Invalid ticket? Call us'],
	...['Message sent', 'Message queued for delivery', 'Not yet sent', 'Sent. 0 failed', 'Failed messages are reported by webhook', 'Will be rejected if the number is invalid', 'No error', 'Unauthorized parking: please move your car', 'Rejected parcels return to us', 'Forbidden City tour at 10', 'Error in your order: the size is missing', 'Failed to deliver', 'Not sent home yet'],
];

test('there are enough of both', () => {
	expect(failed.length).toBeGreaterThanOrEqual(86);
	expect(good.length).toBeGreaterThanOrEqual(60);
});

test.each(failed.map((body) => [body]))('%j: rejected, and unknown beside the ID of a message', (body) => {
	expect(outcomeOf({ id: 'x1', ...body })).toBe('rejected');
	expect(outcomeOf({ message_id: 'm1', ...body })).toBe('unknown');
	expect(outcomeOf({ success: true, message_id: 'm1', ...body })).toBe('unknown');
});

test.each(good.map((body) => [body]))('%j: accepted', (body) => {
	expect(outcomeOf({ message_id: 'm1', ...body })).toBe('accepted');
	expect(outcomeOf({ id: 'x1', ...body })).toBe('accepted');
	expect(outcomeOf({ success: true, message_id: 'm1', ...body })).toBe('accepted');
});

test.each(sayNo)('%j as the words of a response: rejected, unless something else in it says that it went well', (words) => {
	for (const body of [{ message: words }, { msg: words }, { detail: words }, { data: { message: words } }, { message: words, type: 'text', code: 7, status: 0 }]) {
		expect([body, outcomeOf({ id: 'x1', ...body })]).toEqual([body, 'rejected']);
		expect(outcomeOf({ message_id: 'm1', ...body })).toBe('unknown');
	}
	for (const more of [{ success: true }, { status: 'queued' }, { code: 200 }, { data: { state: 'sent' } }]) expect(outcomeOf({ id: 'x1', message: words, ...more })).toBe('accepted');
});

test.each(sayNothing)('%j as the words of a response: accepted', (words) => {
	for (const body of [{ id: 'x1', message: words }, { message_id: 'm1', detail: words }, { success: true, description: words }]) expect(outcomeOf(body)).toBe('accepted');
});

test.each([
	[{ messages: [{ id: 'm1' }], contacts: [{ input: '1', status: 'invalid' }] }, 'unknown'],
	[{ messages: [{ id: 'm1', status: { groupName: 'REJECTED' } }] }, 'unknown'],
	[{ messages: [{ messageId: 'm1', status: { groupName: 'REJECTED' } }] }, 'rejected'],
	[{ messaging_product: 'whatsapp', messages: [{ id: 'm1' }], contacts: [{ input: '1', wa_id: '1', status: 'valid' }] }, 'accepted'],
])('%j: %s', (body, outcome) => {
	expect(outcomeOf(body)).toBe(outcome);
});
