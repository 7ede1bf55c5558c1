import { testRandomFaults } from '../support/randomFaults';

testRandomFaults(300, 150);
