import { documentForm } from './documentForm';
import type { ServiceForm } from './form';
import type { ServiceName } from './serviceName';
import { whatsappForm } from './whatsappForm';

/** Every service that can be played. */
export const serviceForms: Readonly<Record<ServiceName, ServiceForm>> = {
	document: documentForm,
	whatsapp: whatsappForm,
};
