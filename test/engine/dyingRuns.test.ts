import { testDyingRuns } from '../support/dyingRuns';

testDyingRuns(25, 150);
