import { testDyingRuns } from '../support/dyingRuns';

testDyingRuns(6, 150);
