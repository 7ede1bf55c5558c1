/** Imported before n8n, which reads these when it is loaded and would write into the home folder. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.N8N_USER_FOLDER = join(tmpdir(), 'n8n-nodes-messaging-orders');
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
