interface Table {
	readonly title: string;
	/** What a reader has to know about its figures. */
	readonly about: string;
	/** Titles with their unit, and the digits after the decimal point. */
	readonly columns: Readonly<Record<string, { readonly title: string; readonly digits: number }>>;
	/** What each row is called. */
	readonly rows: Readonly<Record<string, string>>;
}

const sending = {
	rate: { title: 'messages/s', digits: 0 },
	cpu: { title: 'CPU ms/message', digits: 2 },
	inFlight: { title: 'most in flight', digits: 0 },
} as const;

const labels = {
	fields: 'Messaging, an expression in each field',
	bareLoop: 'Bare loop that reads the same parameters',
	mixed: 'Messaging, two real expressions, four plain fields',
	mixedLoop: 'Bare loop that reads the mixed parameters',
	automatic: 'Messaging, automatic mapping',
	readyBodies: 'Bare loop with ready-made bodies',
	httpRequest: "n8n's HTTP Request, defaults",
	fieldsAtTen: 'Messaging, an expression in each field, 10 in flight',
	batches: "n8n's HTTP Request, batches of 10 per 100 ms",
} as const;

const { fields, bareLoop, automatic, readyBodies } = labels;

/** Everything that is measured, by its section on the command line, in the order of the report. */
export const tables = {
	published: {
		title: 'Published workflow',
		about: `Template messages with a recipient and five placeholders leave a published workflow of a real n8n with its
database and its default expression engine, \`vm\`: a webhook makes the items, the node sends them to a service that
answers after 20 ms, and the time runs until the workflow has ended. 50 are in flight unless a row says otherwise.
Everyone sends the same bodies, which the service checks.

- **An expression in each field** is what dragging fields of the item into the panel gives. Of the **mixed** fields
  two have an expression that calculates.
- **Automatic mapping** takes the placeholders from the columns of the item.
- **Bare loop** is the platform's floor: it reads the same parameters, checks nothing, and sends through n8n's request
  helper with as many lanes. With ready-made bodies it reads none.
- **HTTP Request** is n8n's own node with the same body as JSON with expressions in it, and a header credential. With
  its defaults it starts everything at once, which a service may refuse.

n8n works out every expression by itself, with the data that it may refer to built anew. A field of the item and nothing
more (\`{{ $json.phone }}\`) can be read without that; automatic mapping reads the columns of the item. For every
request n8n's helper reads the credential from the database and decrypts it, unless a node gives along what it has read.`,
		columns: sending,
		rows: labels,
	},
	webhooks: {
		title: 'Webhooks',
		about: `Signed delivery statuses through a published workflow of a real n8n, 20 in flight, until they are answered:
with n8n's default settings, and with \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. The community triggers are of
version 1: one does nothing at all, the other reads the credential, as every trigger must that checks a signature.

With its default settings n8n makes an isolate for each webhook of every trigger but its own Webhook node, and another
one where a credential is read; with lazy acquire only when an expression is evaluated, as n8n does for each webhook of a
trigger of version 1.`,
		columns: {
			default: { title: 'webhooks/s, default settings', digits: 1 },
			lazy: { title: 'webhooks/s, lazy acquire', digits: 1 },
		},
		rows: {
			messaging: 'Messaging Trigger, HMAC checked',
			minimal: 'A community trigger that does nothing',
			credential: 'One that only reads its credential',
			webhookNode: "n8n's Webhook node",
		},
	},
	statuses: {
		title: 'Many statuses in one request',
		about: `One signed webhook to the Messaging Trigger of a published workflow; each status becomes an item of one
execution. n8n's limit of 16 MiB for a request is raised for it.`,
		columns: { ms: { title: 'ms to the answer', digits: 0 } },
		rows: { of60000: '60,000 statuses', of300000: '300,000 statuses' },
	},
	engine: {
		title: 'The engine alone',
		about: `The same messages in n8n's engine without its database, with the expression engine \`legacy\`, 50 in flight:
there a node's own cost weighs more. n8n's request helper makes a new connection for every request, with agents that
carry the proxy and the check against server-side request forgery: a node could only keep connections by leaving it.`,
		columns: { ...sending, connections: { title: 'connections', digits: 0 } },
		rows: { fields, bareLoop, automatic, readyBodies },
	},
	growth: {
		title: 'Growth',
		about: `The same, to a service that answers at once, in a process of its own for each loop. Peak memory is that of the
whole process, n8n's engine included.`,
		columns: {
			ms: { title: 'ms/message', digits: 2 },
			cpu: { title: 'CPU ms/message', digits: 2 },
			memory: { title: 'peak memory MiB', digits: 0 },
		},
		rows: {
			fields1000: 'Messaging, 1,000 items',
			fields100000: 'Messaging, 100,000 items',
			bareLoop1000: 'Bare loop, 1,000 items',
			bareLoop100000: 'Bare loop, 100,000 items',
		},
	},
	lists: {
		title: 'Lists in the editor',
		about: `What a person waits for when the panel of the node lists their 5,000 templates. The service answers after 20 ms
with pages of 100, and each page names the next: they can only be read one after the other.`,
		columns: { ms: { title: 'ms', digits: 0 } },
		rows: {
			first: 'Templates, first look',
			again: 'Templates again within ten seconds',
			search: 'Search in them',
			placeholders: "A template's placeholders",
		},
	},
	package: {
		title: 'The package',
		about: `Both nodes and the credential, loaded in a fresh process that has n8n-workflow already, beside the nodes for
WhatsApp that n8n brings along.`,
		columns: {
			load: { title: 'ms to load', digits: 1 },
			packed: { title: 'kB to download', digits: 1 },
			bundle: { title: 'kB of code', digits: 1 },
		},
		rows: { ours: 'This package', whatsApp: "n8n's WhatsApp nodes" },
	},
} as const satisfies Record<string, Table>;

export type SectionName = keyof typeof tables;

/** The same for a reader who takes any section's rows and columns. */
export const anyTable: Readonly<Record<SectionName, Table>> = tables;

// The keys of the record above are all there are.
export const sectionNames = Object.keys(tables) as SectionName[];

/** What was measured, e.g. `published.fields.rate`. */
export type FigureName = {
	[S in SectionName]: `${S}.${keyof (typeof tables)[S]['rows'] & string}.${keyof (typeof tables)[S]['columns'] & string}`;
}[SectionName];

/** One value for each round. */
export type Figures = Readonly<Partial<Record<FigureName, readonly number[]>>>;

/** Where a figure stands in the report. */
export function placeOf(figure: FigureName) {
	const [section, row = '', column = ''] = figure.split('.') as [SectionName, string?, string?];
	const { title, rows, columns } = anyTable[section];
	return { title, label: rows[row] ?? row, column: columns[column]?.title ?? column };
}
