import { testDyingRuns } from '../support/dyingRuns';

testDyingRuns(150, 600);
