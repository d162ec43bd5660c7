/** Maximum elements of a page of webhooks or deliveries. */
export const MAX_OF_PAGE = 100
