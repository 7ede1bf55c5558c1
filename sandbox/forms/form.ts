import type { Result } from '../../nodes/Messaging/result/result';
import type { MediaType } from '../../nodes/Messaging/request/messageKinds';
import type { TemplateRecord } from '../fixtures/templateRecord';
import type { Catalogue, TemplateSet } from '../state/catalogue';
import type { Refusal } from './refusal';

/** Everything in which one service differs from another. A further service is one more entry of `forms.ts`. */
export interface ServiceForm {
	/** Where it takes templates; the other kinds of messages below it. */
	readonly sendPath: string;
	readonly lists: readonly ListForm[];
	/** What a list answers, of its records. */
	readonly listAnswer: (records: readonly unknown[], page: PageRequest) => Result<unknown, Refusal>;
	readonly upload: UploadForm;
	/** Which templates there are at the start, and whose they are. */
	readonly templateSets: readonly TemplateSet[];
	/** The ID of a template's record. */
	readonly templateId: (template: Pick<TemplateRecord, 'template_name' | 'language_code'>, phoneNumberId: string) => string;
	/** What the IDs of messages begin with: of those that are accepted, and of those that a customer writes. */
	readonly idPrefixes: { readonly message: string; readonly reply: string };
	readonly errorBody: (refused: Refusal, requestId: string) => object;
	/** The refusal of a path that the service doesn't have. */
	readonly noRoute: (method: string, path: string) => Refusal;
	/** The key beside the live one whose sends are only simulated; undefined if the service has none. */
	readonly testKey: (liveKey: string) => string | undefined;
	readonly registration: RegistrationForm;
	/** Whether `/openapi.json` describes it. */
	readonly isDescribed: boolean;
	/** The paths that a user enters in n8n's credential, since they are not its defaults. */
	readonly endpoints: readonly Endpoint[];
}

/** A list, and who has what it lists. */
export interface ListForm {
	/** As a route: the ID of a sending number stands in `:phone_number_id`. */
	readonly path: string;
	/** Its records; undefined if there is no such sending number. */
	readonly records: (catalogue: Catalogue, phoneNumberId: string) => readonly unknown[] | undefined;
}

/** What asks for a list. */
export interface PageRequest {
	readonly query: unknown;
	/** The URL without its query. */
	readonly address: string;
}

export interface UploadForm {
	/** As a route, with `:phone_number_id` and `:template_id` if the upload belongs to them. */
	readonly path: string;
	readonly limits: UploadLimits;
	/** What is said of a type that can't be sent. */
	readonly wrongType: (mimeType: string) => string;
	/** Reads what the file is for. */
	readonly target: (given: GivenUpload, catalogue: Catalogue) => Result<UploadTarget, Refusal>;
}

/** What can be uploaded: MIME types, and the most bytes of a file. */
export type UploadLimits = Readonly<Partial<Record<MediaType, { readonly types: readonly string[]; readonly bytes: number }>>>;

/** An upload beside its file. */
export interface GivenUpload {
	/** The values in the path. */
	readonly params: { readonly phoneNumberId: string; readonly templateId: string };
	/** The fields that are no file. */
	readonly fields: ReadonlyMap<string, string>;
	/** The names of fields with a file, without `file`. */
	readonly otherFiles: readonly string[];
}

export interface UploadTarget {
	readonly phone_number_id: string;
	/** The only template that the file can be used for; null if it is good for all of the number. */
	readonly template_id: string | null;
}

/** How a webhook is registered: by a client through the API, or by a person in the service's dashboard. */
export type RegistrationForm = { readonly by: 'api'; readonly path: string } | { readonly by: 'dashboard' };

/** A path of the service as a field of n8n's credential. */
export interface Endpoint {
	readonly field: string;
	readonly label: string;
	readonly path: string;
}
