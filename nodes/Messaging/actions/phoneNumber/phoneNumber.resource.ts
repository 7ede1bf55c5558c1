import type { Resource } from '../operation';
import { getMany } from './getMany.operation';

export const phoneNumber: Resource = { name: 'Sending Number', operations: { getMany } };
