import { testInterruptedRuns } from '../support/interruptedRuns';

testInterruptedRuns(3, 150);
