/**
 * Loaded by n8n as a file of external hooks, in versions that give every new workflow an id of their own: the one
 * that it was saved with comes back from where `createWorkflow` has put it.
 */
interface NewWorkflow {
	id?: string;
	meta?: { askedForId?: string } | null;
}

export const workflow = {
	create: [
		(created: NewWorkflow): void => {
			const id = created.meta?.askedForId;
			if (id !== undefined) created.id = id;
		},
	],
};
