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
		about: `A published workflow of a real n8n, with its database and its default expression engine \`vm\`, sends template messages with a
recipient and five placeholders. A webhook makes the items, the service responds after 20 ms, and the clock stops when the
workflow has ended. 50 requests are in flight unless a row says otherwise. All send the same bodies, which the service checks.

- **An expression in each field** is what dragging fields of the item into the panel gives. Two of the **mixed** fields
  have an expression that calculates.
- **Bare loop** is the platform's floor: it reads the same parameters, checks nothing, and sends through n8n's request
  helper, as many at once. With ready-made bodies it reads no parameters.
- **HTTP Request** is n8n's own node with the same body as JSON with expressions in it, and a header credential. With its
  defaults it starts everything at once, which a service may refuse.

For each expression n8n builds anew the data that it may refer to; a field of the item (\`{{ $json.phone }}\`) and a column of
automatic mapping can be read without that. For each request n8n's helper reads and decrypts the credential, unless the node
passes on what it has read.`,
		columns: sending,
		rows: labels,
	},
	webhooks: {
		title: 'Webhooks',
		about: `Signed delivery statuses to a published workflow of a real n8n, 20 in flight, until n8n has responded to all: with n8n's
default settings, and with \`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`. The community triggers are of version 1, for each
webhook of which n8n evaluates an expression. One does nothing at all, the other reads the credential, as every trigger that
verifies a signature must. [How fast](../how-fast.md#many-webhooks-at-once) says what the setting does.`,
		columns: {
			default: { title: 'webhooks/s, default settings', digits: 1 },
			lazy: { title: 'webhooks/s, lazy acquire', digits: 1 },
		},
		rows: {
			messaging: 'Messaging Trigger, HMAC verified',
			minimal: 'A community trigger that does nothing',
			credential: 'One that only reads its credential',
			webhookNode: "n8n's Webhook node",
		},
	},
	statuses: {
		title: 'Many statuses in one request',
		about: `One signed webhook to the Messaging Trigger of a published workflow. Each status becomes an item of one execution. n8n's
limit of 16 MiB for a request is raised for this.`,
		columns: { ms: { title: 'ms to the response', digits: 0 } },
		rows: { of60000: '60,000 statuses', of300000: '300,000 statuses' },
	},
	keys: {
		title: 'Message Keys',
		about: `The same published workflow, with and without a Message Key for each message, with n8n's two databases. Each key is new.
The first 1,000 of each are not counted: just after its start n8n is slower. With a million rows n8n's table has that many
other keys already. The log is PostgreSQL's (WAL), with all that n8n writes of the execution.

A key takes seven statements, and nine with SQLite: one to look, n8n's own look before it inserts, the INSERT (TypeORM
then reads the row again on SQLite), both once more for the content, n8n's look before it updates, the UPDATE. Before
contents had rows of their own there were five, and six with SQLite. In one profile of that time, of 5,000 messages on SQLite
beside other work, a message with a key took 3.3 ms more: 0.9 in the driver \`sqlite3\`, 0.4 of that for the call stack that it
notes for each statement, since TypeORM loads it with \`verbose()\`; 0.8 in TypeORM; 0.7 in native code without a name; 0.5 of
waiting; 0.2 in this package; the rest in n8n and in Node.js.`,
		columns: {
			slow: { title: 'messages/s, 200 ms, 10 in flight', digits: 0 },
			fast: { title: 'messages/s, 20 ms, 50 in flight', digits: 0 },
			cpu: { title: 'CPU ms/message at 20 ms', digits: 2 },
			log: { title: 'bytes of log/message at 20 ms', digits: 0 },
		},
		rows: {
			sqlitePlain: 'SQLite, without a key',
			sqliteKeyed: 'SQLite, with a key',
			sqliteMillionPlain: 'SQLite with a million rows, without a key',
			sqliteMillionKeyed: 'SQLite with a million rows, with a key',
			postgresPlain: 'PostgreSQL, without a key',
			postgresKeyed: 'PostgreSQL, with a key',
			postgresMillionPlain: 'PostgreSQL with a million rows, without a key',
			postgresMillionKeyed: 'PostgreSQL with a million rows, with a key',
		},
	},
	engine: {
		title: 'The engine alone',
		about: `The same messages in n8n's engine without its database, with the expression engine \`legacy\`, 50 in flight: a node's own cost
weighs more here. n8n's request helper makes a new connection for each request
([proposal 4](proposals-to-n8n.md)).`,
		columns: { ...sending, connections: { title: 'connections', digits: 0 } },
		rows: { fields, bareLoop, automatic, readyBodies },
	},
	promises: {
		title: 'What promises cost',
		about: `The same messages in n8n's engine, 10,000 in a run, with what the node promises besides. Those to the same person leave
in turn. Conditions are **Allowed Recipients**, **Do Not Send After** and **Quiet Hours**, which keep nothing back here. With a
Message Key they are read twice: before duplicates are looked for, and at the turn of the message.`,
		columns: { rate: sending.rate, cpu: sending.cpu },
		rows: {
			fields: 'To 10,000 people, without options',
			samePeople: 'To 100 people in turn',
			breaker: 'Stop After Failures in a Row',
			conditions: 'Conditions',
			keyedByHeader: 'Message Key, with an Idempotency Header',
			keyedConditions: 'Message Key, with an Idempotency Header, and conditions',
		},
	},
	growth: {
		title: 'Growth',
		about: `The same, to a service that responds at once. Each loop has its own process. Peak memory is that of the whole process,
n8n's engine included.`,
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
	package: {
		title: 'The package',
		about: `Both nodes and the credential, loaded in a fresh process that already has n8n-workflow, compared with n8n's own nodes for
WhatsApp.`,
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
