/** Values that every artifact has and that queries search or sort by. `artifact_index` holds them beside the values of fields. */
export const pseudoFields = ['lastUpdate', 'submittedOn', 'submitter', 'lastUpdater'] as const
export type PseudoField = (typeof pseudoFields)[number]

/** Field id of a pseudo-field in `artifact_index`: negative, and different in each tracker. */
export const pseudoField = (trackerId: number, field: PseudoField): number =>
  -(trackerId * pseudoFields.length + pseudoFields.indexOf(field))
