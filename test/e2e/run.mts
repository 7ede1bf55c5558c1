/** All end-to-end tests in one process, with one n8n: `npm run test:e2e`. */
import { after, suite } from 'node:test';
import { inboxTests } from '../sandbox/inbox.e2e.mts';
import { readExamples } from '../../scripts/start/examples.mts';
import { agentEvaluationTests } from './agentEvaluation.e2e.mts';
import { credentialTests } from './credential.e2e.mts';
import { agentExampleTests } from './exampleAgent.e2e.mts';
import { canvasTests } from './exampleCanvas.e2e.mts';
import { followUpTests } from './exampleFollowUps.e2e.mts';
import { scheduledSendTests } from './exampleScheduledSend.e2e.mts';
import { statusRowTests } from './exampleStatusRows.e2e.mts';
import { answerExampleTests, lateAnswerTests } from './examplesOfAnswers.e2e.mts';
import { sendingExampleTests } from './examplesOfSending.e2e.mts';
import { statusExampleTests } from './examplesOfStatuses.e2e.mts';
import { quietHoursTests } from './exampleQuietHours.e2e.mts';
import { dirtyListTests } from './dirtyList.e2e.mts';
import { firstWorkflowTests } from './firstWorkflow.e2e.mts';
import { humanReviewTests } from './humanReview.e2e.mts';
import { keyRowTests } from './keyRows.e2e.mts';
import { messageInPanelTests } from './messageInPanel.e2e.mts';
import { nodeSearchTests } from './nodeSearch.e2e.mts';
import { panelTests } from './panels.e2e.mts';
import { readmeTests } from './readme.e2e.mts';
import { secondChannelTests } from './exampleSecondChannel.e2e.mts';
import { sendingAtScaleTests } from './sendingAtScale.e2e.mts';
import { sendAndWaitTests } from './sendAndWait.e2e.mts';
import { registrationTests } from './triggerRegistration.e2e.mts';
import { triggerTests } from './trigger.e2e.mts';
import { twoServicesTests } from './twoServices.e2e.mts';
import { openWorld } from './world.mts';

const world = await openWorld();
// Read before the first test: with --test-name-pattern the others end at once, and so would the world.
const examples = await readExamples();
after(() => world.close());

// A stranger has one credential, which n8n chooses; later tests make more.
firstWorkflowTests(world);
dirtyListTests(world);
credentialTests(world);
sendingAtScaleTests(world);
keyRowTests(world);
triggerTests(world);
registrationTests(world);
twoServicesTests(world);
nodeSearchTests(world);
panelTests(world);
messageInPanelTests(world);
inboxTests(world);
sendAndWaitTests(world);
// The examples imported and run as their notes say, and looked at.
sendingExampleTests(world);
statusExampleTests(world);
answerExampleTests(world);
scheduledSendTests(world);
statusRowTests(world);
followUpTests(world);
agentExampleTests(world);
agentEvaluationTests(world);
canvasTests(world, [examples.sendTemplate, examples.deliveryStatus, ...examples.more]);
// What waits for minutes of n8n, or has an n8n of its own; what takes longest begins.
void suite('at the same time', { concurrency: 4 }, () => {
	quietHoursTests();
	readmeTests();
	void suite('one-time codes', { concurrency: 1 }, () => secondChannelTests(world));
	humanReviewTests(world);
	lateAnswerTests(world);
});
