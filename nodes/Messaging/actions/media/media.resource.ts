import type { Resource } from '../operation';
import { upload } from './upload.operation';

export const media: Resource = { name: 'Media', operations: { upload } };
