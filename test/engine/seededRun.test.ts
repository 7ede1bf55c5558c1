import { testRandomFaults } from '../support/randomFaults';

testRandomFaults(400, 200);
