/**
 * Loaded into n8n before its own code. Makes all files that n8n and its children write (key, database, installed
 * packages) readable by their owner alone; n8n itself does so for its settings file only.
 */
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too; the mask is the whole process's, and they may not set it.
if (isMainThread) process.umask(0o077);
