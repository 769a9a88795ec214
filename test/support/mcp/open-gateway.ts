import { closedAfterTest } from '../closed-after-test.js';
import { gatewayWith } from './gateway.js';

/** A gateway for one test. */
export const openGateway = async (...args: Parameters<typeof gatewayWith>) =>
  closedAfterTest(await gatewayWith(...args));
