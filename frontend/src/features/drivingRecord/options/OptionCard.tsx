import type { ItemOption, OptionFact, OptionTopic } from "@/api/types";
import { describeOwnForm } from "@/parts/options/ownForm";
import { checkAdvice } from "@/parts/options/Sourced";
import { keysOf } from "@/lib/labels";
import type { ItemKind } from "@/lib/paths";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import { NextButton } from "./NextButton";
import css from "./options.module.css";
import { describeOpenQuestions, titleOf, TOPICS } from "./optionWords";
import { type RecordLineContext, recordLines } from "./recordLines";

type Props = { option: ItemOption; around: RecordLineContext; id: number };

/** Card of one option: its lines, its sources, and the button that starts it. */
export function OptionCard({ option, around, id }: Props) {
  const title = titleOf(option);
  const lines = recordLines(option, around);
  const sources = [...new Set(option.facts.map(({ statement }) => nameSource(statement)))];
  const factsOf = (topic: OptionTopic) => option.facts.filter((fact) => fact.topic === topic);
  const topics = keysOf(TOPICS).filter((topic) => lines[topic] || factsOf(topic).length > 0);
  // The cards of these options list no open questions, because their buttons lead to answers: Help, the questions for
  // a driver who can't pay, or the hired lawyer's page.
  const isAnswered =
    option.kind === "ask" || option.kind === "cant_pay" || option.next === "your_lawyer";
  const answered = new Set(option.kind === "pay" ? [...topics, "duration" as const] : topics);
  const open = isAnswered ? null : describeOpenQuestions(answered, option.kind, around.kind);
  return (
    <Card aria-label={title} className={css.option}>
      <header className={css.head}>
        <h3>{title}</h3>
        {option.fit === "passed" && <Chip tone="warn">The deadline has passed</Chip>}
        {option.fit === "ask_first" && <Chip tone="info">May apply</Chip>}
      </header>
      <dl className={css.lines}>
        {topics.map((topic) => (
          <div key={topic} className={css.line}>
            <dt>{TOPICS[topic]}</dt>
            <dd>
              {lines[topic] && <p>{lines[topic]}</p>}
              {factsOf(topic).map((fact) => (
                <FactText
                  key={fact.statement.text}
                  fact={fact}
                  kind={around.kind}
                  sources={sources}
                />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {option.fit === "passed" && (
        <p className={css.open}>
          Ask the court or agency whether you can still choose this option.
        </p>
      )}
      {open && <p className={css.open}>{open}</p>}
      {option.ownForm && <p className={css.open}>{describeOwnForm(option.ownForm, around.kind)}</p>}
      {sources.length > 0 && (
        <details className={css.sources}>
          <summary>
            {sources.length === 1 ? "1 source" : `${sources.length} sources`}
            <span className="visually-hidden"> for {title}</span>
          </summary>
          <ol>
            {sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ol>
        </details>
      )}
      <NextButton option={option} title={title} context={around} id={id} />
    </Card>
  );
}

const nameSource = ({ source, asOf }: OptionFact["statement"]) => `${source}, as of ${asOf}`;

type FactProps = { fact: OptionFact; kind: ItemKind; sources: readonly string[] };

function FactText({ fact, kind, sources }: FactProps) {
  const { text, mark } = fact.statement;
  const number = sources.indexOf(nameSource(fact.statement)) + 1;
  return (
    <p>
      {text}
      <sup className={css.number}>
        <span className="visually-hidden">source </span>
        {number}
      </sup>
      {mark === "check_with_court" && <em className={css.check}> {checkAdvice(kind)}</em>}
    </p>
  );
}
