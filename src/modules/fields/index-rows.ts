/** What every artifact has and queries walk by, kept in `artifact_index` beside the values of fields. */
export const pseudoFields = ['lastUpdate', 'submittedOn', 'submitter', 'lastUpdater'] as const
export type PseudoField = (typeof pseudoFields)[number]

/** Field id of a pseudo field in `artifact_index`: negative, and one of its own in each tracker. */
export const pseudoField = (trackerId: number, field: PseudoField): number =>
  -(trackerId * pseudoFields.length + pseudoFields.indexOf(field))
