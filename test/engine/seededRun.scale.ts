import { testRandomFaults } from '../support/randomFaults';

testRandomFaults(10_000, 10_000);
