import { testDyingRuns } from '../support/dyingRuns';

testDyingRuns(3, 150);
