/**
 * Remembers when the rows of a list first appeared, to distinguish new rows from changed ones. A new row can appear
 * before the message about it, because a read for an earlier message may already include the row.
 */
export class Arrivals {
  #list: string | undefined;
  readonly #firstSeenAt = new Map<number, number>();
  /** Rows that appeared when a list that was already shown was read again. */
  readonly #arrived = new Set<number>();
  readonly #marked = new Set<number>();

  /** Adds the rows that a read returned. `list` identifies the query and the page. `now` is in milliseconds. */
  add(list: string, ids: readonly number[], now: number): void {
    for (const id of ids) {
      if (this.#firstSeenAt.has(id)) continue;
      this.#firstSeenAt.set(id, now);
      if (list === this.#list) this.#arrived.add(id);
    }
    this.#list = list;
  }

  /**
   * Returns whether the row is new: it was first read after its recent change, or it appeared in a list that was already
   * shown. `changedAt` is the time of the change, in milliseconds.
   */
  isNew(id: number, changedAt: number): boolean {
    this.#marked.add(id);
    return this.#arrived.has(id) || (this.#firstSeenAt.get(id) ?? changedAt) >= changedAt;
  }

  /** Called for a row without a recent change. If the row had one before, staff have opened it, so it isn't new. */
  clear(id: number): void {
    if (this.#marked.delete(id)) this.#arrived.delete(id);
  }
}
