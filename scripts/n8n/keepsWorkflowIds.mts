/**
 * Loaded by an older n8n as a file of external hooks. Such an n8n gives every new workflow an ID of its own; this
 * hook restores the ID that `createWorkflow` has put into `meta`.
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
