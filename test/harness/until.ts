import { vi } from 'vitest'

/** Less than a test may take. */
const TIMEOUT_MS = 15_000
const INTERVAL_MS = 5

/** Waits until it is so, which is looked at often; it fails when that takes too long. */
export const until = async (isSo: () => boolean | Promise<boolean>, timeout = TIMEOUT_MS): Promise<void> => {
  await vi.waitUntil(isSo, { timeout, interval: INTERVAL_MS })
}
