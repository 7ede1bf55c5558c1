import type { Resource } from '../operation';
import { getMany } from './getMany.operation';

export const template: Resource = { name: 'Template', operations: { getMany } };
