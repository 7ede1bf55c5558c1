import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

/** Sends one message the way a plain node does: through n8n's helper, which adds the key. */
export async function post(context: IExecuteFunctions, baseUrl: string, body: IDataObject): Promise<IDataObject> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: `${baseUrl}/v1/messaging/send`,
		body,
		json: true,
		// n8n's helper is faster when it need not follow redirects, and the floor is to be no slower than it can be.
		disableFollowRedirect: true,
	};
	return (await context.helpers.httpRequestWithAuthentication.call(context, 'messagingApi', request)) as IDataObject;
}

/** Works through all items with so many lanes, each of which takes the next item when it is free. */
export async function inLanes(
	count: number,
	lanes: number,
	send: (index: number) => Promise<IDataObject>,
): Promise<INodeExecutionData[]> {
	const output = new Array<INodeExecutionData>(count);
	let next = 0;
	const lane = async () => {
		while (next < count) {
			const item = next++;
			output[item] = { json: await send(item), pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
	return output;
}
