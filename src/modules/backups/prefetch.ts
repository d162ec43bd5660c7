/** Starts the work of the next items in advance and yields results in order, so that waiting for disks and networks overlaps. */
export async function* prefetch<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const next = work(item)
      // The result is awaited in its order; this handler avoids an unhandled rejection until then.
      next.catch(() => undefined)
      running.push(next)
      if (running.length >= count) yield await (running.shift() as Promise<Result>)
    }
    while (running.length > 0) yield await (running.shift() as Promise<Result>)
  } finally {
    await Promise.allSettled(running)
  }
}

/** Does the work of all items, several at a time; the first failure stops it. */
export const forEachConcurrently = async <Item>(
  items: AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  for await (const _ of prefetch(items, count, work)) continue
}
