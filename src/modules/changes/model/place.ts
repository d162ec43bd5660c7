/** A place in the event log: transaction, then number. Between transactions, `seq` is the greatest number. */
export interface Place {
  readonly xid: bigint
  readonly seq: bigint
}

export const MAX_SEQ = 9_223_372_036_854_775_807n

/** The end of all that readers may see while `xmin` is the oldest running transaction. */
export const endBefore = (xmin: bigint): Place => ({ xid: xmin - 1n, seq: MAX_SEQ })

export const comparePlaces = (left: Place, right: Place): number => {
  if (left.xid !== right.xid) return left.xid < right.xid ? -1 : 1
  return left.seq < right.seq ? -1 : left.seq > right.seq ? 1 : 0
}

/** In the form of the event log's own cursors. */
export const placeOf = (cursor: string): Place => {
  const [xid = '0', seq = '0'] = cursor === '' ? [] : cursor.split('.')
  return { xid: BigInt(xid), seq: BigInt(seq) }
}
export const logCursorOf = ({ xid, seq }: Place): string => `${xid}.${seq}`
