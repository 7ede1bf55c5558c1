import { testRandomFaults } from '../support/randomFaults';

testRandomFaults(1_000, 500);
