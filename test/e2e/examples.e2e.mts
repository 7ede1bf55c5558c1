import type { Examples } from '../../scripts/start/examples.mts';
import { agentExampleTests } from './exampleAgent.e2e.mts';
import { canvasTests } from './exampleCanvas.e2e.mts';
import { followUpTests } from './exampleFollowUps.e2e.mts';
import { scheduledSendTests } from './exampleScheduledSend.e2e.mts';
import { statusRowTests } from './exampleStatusRows.e2e.mts';
import { sendingExampleTests } from './examplesOfSending.e2e.mts';
import { statusExampleTests } from './examplesOfStatuses.e2e.mts';
import type { World } from './world.mts';

/** The examples imported and run as their notes say, and looked at. */
export function everyExampleTests(world: World, { sendTemplate, deliveryStatus, more }: Examples): void {
	sendingExampleTests(world);
	statusExampleTests(world);
	scheduledSendTests(world);
	statusRowTests(world);
	followUpTests(world);
	agentExampleTests(world);
	canvasTests(world, [sendTemplate, deliveryStatus, ...more]);
}
