/** Letters of auth.md §1.2. */
export const accountStatuses = ['A', 'R', 'S', 'P', 'V', 'W', 'D'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const projectStatuses = ['active', 'pending', 'suspended', 'deleted', 'system'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

export const jobStates = ['failed', 'running', 'waiting'] as const
export type JobState = (typeof jobStates)[number]
