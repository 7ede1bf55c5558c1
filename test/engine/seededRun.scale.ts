import { testBadNight } from '../support/badNight';

testBadNight(10_000, 10_000);
