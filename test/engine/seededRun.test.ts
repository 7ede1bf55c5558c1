import { testBadNight } from '../support/badNight';

testBadNight(1_000, 500);
