/** Shorter ones the server refuses; said before it does. */
export const SHORTEST_PASSWORD = 8
