import { testBadNight } from '../support/badNight';

testBadNight(1_500);
