import type { Resource } from '../operation';
import { sendingOptions } from '../../sending/optionFields';
import { addressFields } from './fields';
import { sendAndWait } from './sendAndWait/sendAndWait.operation';
import { sendMedia } from './sendMedia.operation';
import { sendTemplate } from './sendTemplate.operation';
import { sendText } from './sendText.operation';

/** Its operations in the order of their importance. */
export const message: Resource = {
	name: 'Message',
	operations: { sendTemplate, sendText, sendMedia, sendAndWait },
	fieldsAbove: addressFields,
	fieldsBelow: [sendingOptions],
};
