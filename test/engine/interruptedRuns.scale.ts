import { testInterruptedRuns } from '../support/interruptedRuns';

testInterruptedRuns(60, 400);
