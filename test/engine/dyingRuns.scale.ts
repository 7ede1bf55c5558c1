import { testDyingRuns } from '../support/dyingRuns';

testDyingRuns(60, 400);
