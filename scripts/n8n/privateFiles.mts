/**
 * Loaded into n8n ahead of its own code. What n8n and its children write (key, database, installed packages) is
 * readable by its owner alone: n8n itself sees to that for its settings file only.
 */
import { isMainThread } from 'node:worker_threads';

// Worker threads load this too; the mask is the whole process's, and they may not set it.
if (isMainThread) process.umask(0o077);
