/** The server refuses shorter passwords; the page reports this earlier. */
export const SHORTEST_PASSWORD = 8
